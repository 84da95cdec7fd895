/** The commands and their options, in one table: the parser reads it, and the help is written from it. */
/** An option. With a `value` it takes one; the word is its name in the help. */
export interface Option {
    value?: string;
    short?: string;
    about: string;
}
export interface Command {
    about: string;
    more: string;
    options: Record<string, Option>;
}
export declare const COMMANDS: {
    inspect: {
        about: string;
        more: string;
        options: {
            format: {
                value: string;
                about: string;
            };
            json: {
                about: string;
            };
            help: {
                short: string;
                about: string;
            };
            window: {
                value: string;
                about: string;
            };
        };
    };
    tree: {
        about: string;
        more: string;
        options: {
            format: {
                value: string;
                about: string;
            };
            json: {
                about: string;
            };
            help: {
                short: string;
                about: string;
            };
            all: {
                about: string;
            };
        };
    };
    compact: {
        about: string;
        more: string;
        options: {
            format: {
                value: string;
                about: string;
            };
            json: {
                about: string;
            };
            help: {
                short: string;
                about: string;
            };
            window: {
                value: string;
                about: string;
            };
            keep: {
                value: string;
                about: string;
            };
            instructions: {
                value: string;
                about: string;
            };
            summarizer: {
                value: string;
                about: string;
            };
            model: {
                value: string;
                about: string;
            };
            "base-url": {
                value: string;
                about: string;
            };
            url: {
                value: string;
                about: string;
            };
            out: {
                value: string;
                about: string;
            };
            force: {
                about: string;
            };
            picture: {
                about: string;
            };
        };
    };
};
export type CommandName = keyof typeof COMMANDS;
export declare const isCommand: (name: string) => name is CommandName;
/** The help of one command, or of the whole. */
export declare function helpOf(name?: CommandName): string;
