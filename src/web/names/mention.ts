import { openChoices } from './choices.ts'
import { nameBefore } from './mention_at.ts'
import type { OnPage } from '../on_page.ts'
import { insertWords } from '../quote.ts'

interface Member {
  readonly handle: string
  readonly name: string
}

/** Suggests members for a name that begins with @. */
export function suggestMembers({ call }: OnPage, field: HTMLTextAreaElement, hub: string): void {
  const list = document.createElement('ul')
  list.id = `named-${++count}`
  list.setAttribute('data-own', '')
  list.ariaLabel = 'Who is here'
  field.after(list)
  const beginning = (): string | undefined => nameBefore(field.value.slice(0, field.selectionStart))
  let members: Promise<readonly Member[]> | undefined
  const choices = openChoices<Member>(
    field,
    list,
    ({ handle, name }) => ({ said: name, beside: `@${handle}` }),
    ({ handle }) => {
      const begun = beginning()
      choices.show([])
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
      choices.show([])
    }
    if (!document.querySelector(':active')) return close()
    // closing moves what is below it, from under a finger that is still down: one that drags or scrolls ends otherwise
    for (const end of ['mouseup', 'dragend', 'pointercancel']) document.addEventListener(end, close, ended)
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && choices.isOpen) choices.show([])
    else if (event.ctrlKey || event.metaKey || !choices.takes(event)) return
    event.preventDefault()
  })
  void suggest()

  async function suggest(): Promise<void> {
    if (beginning() === undefined) return choices.show([])
    const all = await (members ??= membersOf())
    const begun = beginning()?.toLowerCase()
    if (begun === undefined) return choices.show([])
    const fits = ({ handle, name }: Member): boolean =>
      handle.toLowerCase().startsWith(begun) || name.toLowerCase().startsWith(begun)
    choices.show(all.filter(fits).slice(0, most))
  }

  async function membersOf(): Promise<readonly Member[]> {
    const outcome = await call('ui_members', { hub })
    if (outcome.is === 'done') return (outcome.view as { members?: readonly Member[] }).members ?? []
    // fetched again with the next letter
    members = undefined
    return []
  }
}

const most = 6
let count = 0
