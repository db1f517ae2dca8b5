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
export function suggestMembers(page: OnPage, field: HTMLTextAreaElement, hub: string): void {
  const list = newElement('ul', { id: `named-${++count}`, 'data-own': '', 'aria-label': 'Who is here' })
  field.after(list)
  const members = openMembers(page, hub)
  let turns = 0
  const choices = openChoices<Member>(
    field,
    list,
    ({ handle, name }) => ({ said: name, beside: `@${handle}` }),
    ({ handle }) => {
      const begun = beginningIn(field)
      shut()
      if (begun !== undefined) complete(field, begun, handle)
    },
  )
  field.addEventListener('input', () => void suggest())
  whenLeft(field, shut)
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
    const begun = beginningIn(field)?.toLowerCase()
    if (begun === undefined) return shut()
    const turn = (turns += 1)
    const listed = await members.first()
    if (turn !== turns) return
    const known = listed.members.filter((one) => isCalled(one, begun)).slice(0, most)
    choices.show(known)
    if (listed.next_cursor === undefined || begun === '' || known.length === most) return
    await new Promise((resolve) => setTimeout(resolve, browser.findAfter))
    if (turn !== turns) return
    const found = await members.beginning(begun)
    if (turn === turns) choices.add(besides(known, found).slice(0, most - known.length))
  }
}

const beginningIn = (field: HTMLTextAreaElement): string | undefined =>
  nameBefore(field.value.slice(0, field.selectionStart))

function complete(field: HTMLTextAreaElement, begun: string, handle: string): void {
  field.setSelectionRange(field.selectionStart - begun.length, field.selectionStart)
  insertWords(field, `${handle} `)
}

function whenLeft(field: HTMLTextAreaElement, shut: () => void): void {
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
}

interface Listed {
  readonly members: readonly Member[]
  /** there are more */
  readonly next_cursor?: string
}

/** The first members are asked for once; a call that failed is made again with the next letter. */
function openMembers({ call }: OnPage, hub: string) {
  let first: Promise<Listed | undefined> | undefined
  const listed = async (wanted: { readonly begins?: string }): Promise<Listed | undefined> => {
    const outcome = await call('ui_members', { hub, ...wanted })
    return outcome.is === 'done' ? { members: [], ...(outcome.view as Partial<Listed>) } : undefined
  }
  return {
    async first(): Promise<Listed> {
      const known = await (first ??= listed({}))
      if (!known) first = undefined
      return known ?? { members: [] }
    },
    beginning: async (begins: string): Promise<readonly Member[]> => (await listed({ begins }))?.members ?? [],
  }
}

const besides = (known: readonly Member[], found: readonly Member[]): readonly Member[] =>
  found.filter(({ handle }) => !known.some((one) => one.handle === handle))

/** The handle, the name or a later word of it begins so, as the service finds them. */
const isCalled = ({ handle, name }: Member, begun: string): boolean =>
  [handle.toLowerCase(), name.toLowerCase()].some((one) => one.startsWith(begun)) ||
  name.toLowerCase().includes(` ${begun}`)

const most = 6
let count = 0
