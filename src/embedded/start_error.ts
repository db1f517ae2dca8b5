/** The stores cannot start; the message is one line that says what to do, and is all a person needs to see. */
export class StartError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'StartError'
  }
}
