/** Who makes a change: the signed-in administrator. */
export type By = { _id: string }
