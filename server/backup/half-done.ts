/** Something stopped half-way, and not everything is as before. The message says what to do. */
export class HalfDone extends Error {}
