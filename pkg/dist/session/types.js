/** What a session takes, answers and tells. */
/** The formats, by their names. */
export const FORMATS = ["pi", "openai-chat", "openai-responses", "anthropic", "gemini", "ai-sdk", "ai-sdk-ui", "langchain"];
