import { chosenSides } from './chosen_sides.ts'
import type { OnPage } from '../on_page.ts'

/** In a conflict the chosen side is put into the field at once. A paragraph that was edited by hand is not replaced. */
export function showSides({ whenDrawn }: OnPage): void {
  let met = ''
  let inField = chosenSides('', [])
  let asDrawn = inField
  const put = new Set<string>()
  whenDrawn(() => {
    const field = clashing()
    const boths = field ? bothsIn(field) : []
    const now = field ? JSON.stringify([sent(field, 'base_version'), boths]) : ''
    if (field && now !== met) {
      inField = chosenSides(field.value, boths)
      asDrawn = chosenSides(field.defaultValue, boths)
      put.clear()
    }
    met = now
  })
  document.addEventListener('change', ({ target }) => {
    const field = clashing()
    const name = target instanceof HTMLInputElement && target.form === field?.form ? target.name : ''
    const n = /^takes\.(\d+)\.take$/.exec(name)?.[1]
    if (!field || n === undefined) return
    const side = sent(field, `takes.${n}.${sent(field, name)}`)
    const next = inField(field.value, Number(n), side)
    // a chosen side is not typed text, so it must not replace the draft
    field.defaultValue = asDrawn(field.defaultValue, Number(n), side)
    field.value = next
    put.add(name)
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
  document.addEventListener('formdata', ({ target, formData }) => {
    if (target !== clashing()?.form) return
    // the text contains it already; applied again it could replace an equal paragraph elsewhere
    for (const name of put) formData.set(name, 'both')
  })
}

/** The text field of a form that shows a conflict. */
const clashing = (): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>('main form:has(.clash [type=radio]) [data-edit] textarea')

const sent = ({ form }: HTMLTextAreaElement, name: string): string =>
  (form?.elements.namedItem(name) as HTMLInputElement | RadioNodeList | null)?.value ?? ''

const bothsIn = ({ form }: HTMLTextAreaElement): string[] =>
  [...form!.querySelectorAll<HTMLInputElement>('.clash input[type=hidden][name$=".both"]')].map(({ value }) => value)
