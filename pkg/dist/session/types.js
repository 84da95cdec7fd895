/** What a session takes, answers and tells. */
export {};
