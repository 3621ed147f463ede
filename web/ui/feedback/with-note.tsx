/** A message, and below it in a line of its own what is so besides, if anything. */
export const withNote = (message: string, note: string | undefined) =>
  note ? (
    <>
      <div>{message}</div>
      <div>{note}</div>
    </>
  ) : (
    message
  )
