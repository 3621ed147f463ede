/** Something ended half-way, and not everything is as it was. The message says what to do. */
export class HalfDone extends Error {}
