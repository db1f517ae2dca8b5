/** Text that the service may print as its own. Each kind has a class, so no other value type-checks as it. */
export abstract class OwnText {
  readonly #ours = true
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.#ours ? this.text : ''
  }
}
