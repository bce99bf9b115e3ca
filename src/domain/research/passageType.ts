// Name of the type of passages, which the transcript of an interview consists of.

export const PASSAGE_TYPE = 'ResearchPassage';
