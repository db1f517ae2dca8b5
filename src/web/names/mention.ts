import { browser } from '../../rules/limits.ts'
import { openChoices } from './choices.ts'
import { nameBefore } from './mention_at.ts'
import { newElement } from '../new_element.ts'
import type { OnPage } from '../on_page.ts'
import { insertWords } from '../quote.ts'

interface Member {
  readonly handle: string
  readonly name: string
}

/** Suggests members for a name that begins with @. */
export function suggestMembers({ call }: OnPage, field: HTMLTextAreaElement, hub: string): void {
  const list = newElement('ul', { id: `named-${++count}`, 'data-own': '', 'aria-label': 'Who is here' })
  field.after(list)
  const beginning = (): string | undefined => nameBefore(field.value.slice(0, field.selectionStart))
  let first: Promise<Listed | undefined> | undefined
  let turns = 0
  const choices = openChoices<Member>(
    field,
    list,
    ({ handle, name }) => ({ said: name, beside: `@${handle}` }),
    ({ handle }) => {
      const begun = beginning()
      shut()
      if (begun === undefined) return
      field.setSelectionRange(field.selectionStart - begun.length, field.selectionStart)
      insertWords(field, `${handle} `)
    },
  )
  field.addEventListener('input', () => void suggest())
  field.addEventListener('blur', () => {
    const ended = new AbortController()
    const close = (): void => {
      ended.abort()
      shut()
    }
    if (!document.querySelector(':active')) return close()
    // closing would move content under a finger that is still down; a drag or scroll ends without mouseup
    for (const end of ['mouseup', 'dragend', 'pointercancel']) document.addEventListener(end, close, ended)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && choices.isOpen) shut()
    else if (event.ctrlKey || event.metaKey || !choices.takes(event)) return
    event.preventDefault()
  })
  void suggest()

  function shut(): void {
    // a late answer must not open the list again
    turns += 1
    choices.show([])
  }

  async function suggest(): Promise<void> {
    const begun = beginning()?.toLowerCase()
    if (begun === undefined) return shut()
    const turn = (turns += 1)
    const listed = await (first ??= listedAs({}))
    // asked again with the next letter
    if (!listed) first = undefined
    if (turn !== turns) return
    const { members = [], next_cursor } = listed ?? {}
    const known = members.filter((one) => isCalled(one, begun)).slice(0, most)
    choices.show(known)
    if (next_cursor === undefined || begun === '' || known.length === most) return
    await new Promise((resolve) => setTimeout(resolve, browser.findAfter))
    if (turn !== turns) return
    const found = await listedAs({ begins: begun })
    if (turn !== turns || !found?.members) return
    const handles = known.map(({ handle }) => handle)
    choices.add(found.members.filter(({ handle }) => !handles.includes(handle)).slice(0, most - known.length))
  }

  async function listedAs(wanted: { readonly begins?: string }): Promise<Listed | undefined> {
    const outcome = await call('ui_members', { hub, ...wanted })
    return outcome.is === 'done' ? (outcome.view as Listed) : undefined
  }
}

/** The first of them, and whether there are more. */
interface Listed {
  readonly members?: readonly Member[]
  readonly next_cursor?: string
}

/** The handle, the name or a later word of it begins so, as the service finds them. */
const isCalled = ({ handle, name }: Member, begun: string): boolean =>
  [handle.toLowerCase(), name.toLowerCase()].some((one) => one.startsWith(begun)) ||
  name.toLowerCase().includes(` ${begun}`)

const most = 6
let count = 0
