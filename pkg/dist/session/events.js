/** What a session tells those who listen. */
export {};
