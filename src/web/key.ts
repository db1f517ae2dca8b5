/** A write that is sent twice with the same key happens once. */
const inputOf = (form: HTMLFormElement): HTMLInputElement | null =>
  form.querySelector<HTMLInputElement>('input[name=idempotency_key]')

export const keyOf = (form: HTMLFormElement): string | undefined => inputOf(form)?.value

export function setKey(form: HTMLFormElement, key: string): void {
  const input = inputOf(form)
  if (input) input.value = key
}

/** What was answered is over: what is sent from now on is something new. */
export const renewKey = (form: HTMLFormElement): void => setKey(form, freshKey())

export const freshKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, '0')).join('')
