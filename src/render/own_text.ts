/** Text that the service may print as its own. Each kind is a class of its own, so that nothing else passes for it. */
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
