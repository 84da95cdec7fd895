/** What a session takes, and what it answers. */
/** The formats, by their names. */
export const FORMATS = ["pi", "openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "ai-sdk-ui", "langchain"];
