/** Idempotency keys of forms: a write sent twice with one key happens once. */
const inputOf = (form: HTMLFormElement): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>('input[name=idempotency_key]')

export const keyOf = (form: HTMLFormElement): string | undefined => inputOf(form)?.value

export function setKey(form: HTMLFormElement, key: string): void {
  const input = inputOf(form)
  if (input) input.value = key
}

/** After an answer the next submission is a new act. */
export const renewKey = (form: HTMLFormElement): void => setKey(form, freshKey())

export const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')
