import { actFormOf } from '../../render/acts/act_fields.ts'
import { type Choice, withSides } from '../../text/merging/clash.ts'
import type { OnPage } from '../on_page.ts'

/** In a conflict the side that is chosen stands in the field at once. A paragraph that was mended by hand stays as it is. */
export function showSides({ whenDrawn }: OnPage): void {
  let met = ''
  let both = ''
  let shown = ''
  whenDrawn(() => {
    const field = clashing()
    const now = field ? JSON.stringify(choicesIn(field).map((one) => one.both)) : ''
    if (field && now !== met) both = shown = field.value
    met = now
  })
  document.addEventListener('change', ({ target }) => {
    const field = clashing()
    if (!field || !(target instanceof HTMLInputElement) || !target.name.startsWith('takes.')) return
    const from = field.value === shown ? both : field.value
    shown = withSides(from, choicesIn(field))
    // no words of the reader's that a draft should hold in place of those that they typed
    field.defaultValue = shown
    field.value = shown
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  })
}

/** The text field of a form that shows a conflict. */
const clashing = (): HTMLTextAreaElement | null =>
  document.querySelector<HTMLTextAreaElement>('main form:has(.clash [type=radio]) [data-edit] textarea')

function choicesIn({ form }: HTMLTextAreaElement): readonly Choice[] {
  const { takes } = actFormOf([...new FormData(form!)] as [string, string][]).args
  return Array.isArray(takes) ? (takes as Choice[]) : []
}
