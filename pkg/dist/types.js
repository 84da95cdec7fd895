/** The two things that a host brings, a store and a summarizer, and the data that they exchange with this package. */
export {};
