using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    # Where the objects are kept; its path is given on the command line.
    (name = "objects", disk = (writable = true))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);

const worker :Workerd.Worker = (
  modules = [
    (name = "worker.js", esModule = embed "worker.js"),
    (name = "core.wasm", wasm = embed "core.wasm")
  ],
  compatibilityDate = "2026-01-01",
  durableObjectNamespaces = [
    (className = "Chat", uniqueKey = "chat", enableSql = true),
    (className = "Trial", uniqueKey = "trial", enableSql = true)
  ],
  durableObjectStorage = (localDisk = "objects"),
  bindings = [
    (name = "CHATS", durableObjectNamespace = "Chat"),
    (name = "TRIALS", durableObjectNamespace = "Trial")
  ]
);
