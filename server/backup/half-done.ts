/** What ended half-way: not all is as it was before. The message says what to do. */
export class HalfDone extends Error {}
