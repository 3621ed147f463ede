/** Who makes a change: an administrator, or an app user where `kind` is `user`. */
export type Actor = { _id: string; kind?: 'user' }
