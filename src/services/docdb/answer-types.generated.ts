// Written by npm run answers from what the handlers of the operations answer. Do not edit.

/** The answers of the operations of docdb, as far as their handlers say what they answer. */
export interface DocdbAnswers {}
