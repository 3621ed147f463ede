/** Who makes a change: the signed-in administrator, or an app user where it says so. */
export type Actor = { _id: string; kind?: 'user' }
