import type { Person } from '../../records/person.ts'
import type { SearchResult } from '../../records/search_page.ts'
import { oneLine, printed } from '../../render/markdown/md.ts'
import { privateHub } from '../../render/markdown/hub_link.ts'
import { searchPath } from '../../render/search_results.ts'
import { browser } from '../../rules/limits.ts'
import { retryAfter, waitAfter } from '../sending/backoff.ts'
import { openChoices } from './choices.ts'
import type { OnPage } from '../on_page.ts'

/** The finder: pads, threads, tasks, people and acts, searched while typing. Signed out it focuses the search field. */
export function openFinder(page: OnPage): void {
  if (!document.querySelector('.bar .yours')) return toSearch()
  const [dialog] = page.elementsOf(markup) as [HTMLDialogElement]
  const field = dialog.querySelector('input')!
  const wait = dialog.querySelector<HTMLElement>('[role=status]')!
  const choices = openChoices<Found>(
    field,
    dialog.querySelector<HTMLElement>('ul')!,
    (one) => one,
    (one) => {
      dialog.close()
      void one.does()
    },
  )
  let agents: readonly Found[] = []
  void agentsOf(page).then((found) => (agents = found))
  let timer = 0
  let asked = 0
  let answered = ''
  const typed = (): string => field.value.trim()
  closesOnEscape(dialog, field)
  field.addEventListener('input', () => findAfter(browser.findAfter))
  field.addEventListener('keydown', (event) => {
    // the list still shows the results of an earlier query, so Enter must not pick from it
    const stale = event.key === 'Enter' && typed() !== answered
    if (!stale && choices.takes(event)) event.preventDefault()
    else if (event.key === 'Enter') location.assign(`/search?q=${encodeURIComponent(field.value)}`)
  })
  dialog.addEventListener('close', () => {
    clearTimeout(timer)
    dialog.remove()
  })
  document.body.append(dialog)
  dialog.showModal()
  choices.show(places)

  function show(query: string, found: readonly Found[]): void {
    answered = query
    choices.show(found)
  }

  function findAfter(milliseconds: number, failures = 0): void {
    clearTimeout(timer)
    timer = window.setTimeout(() => void find(failures), milliseconds)
  }

  async function find(failures: number): Promise<void> {
    const query = typed()
    const turn = (asked += 1)
    if (query === '') return show(query, places)
    const outcome = await page.call('ui_search', { query })
    // a late answer to an earlier query, or the dialog was closed
    if (turn !== asked || !dialog.open) return
    const own = [...agents, ...places].filter(({ said }) => said.toLowerCase().includes(query.toLowerCase()))
    show(query, [...own.slice(0, 4), ...(outcome.is === 'done' ? foundIn(outcome.view as Answered) : [])])
    const waits = outcome.is !== 'done' && (outcome.is !== 'refused' || outcome.refusal.status === 429)
    wait.hidden = !waits
    if (waits) findAfter(waitAfter(failures + 1, retryAfter(outcome)), failures + 1)
  }
}

function closesOnEscape(dialog: HTMLDialogElement, field: HTMLInputElement): void {
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.isComposing) return
    // a search field with words in it would only empty itself
    event.preventDefault()
    event.stopImmediatePropagation()
    dialog.close()
  })
}

function toSearch(): void {
  const field = document.querySelector<HTMLInputElement>('input[type=search]')
  if (field) field.focus()
  else location.assign('/search')
}

const markup = `<dialog class="ask" aria-label="Find anything">
<label class="hide" for="finder">Find anything</label><input id="finder" type="search" role="combobox" aria-expanded="false" autocomplete="off" placeholder="A pad, a thread, a task, a name, or what to do">
<ul id="found" aria-label="Found"></ul>
<p class="small soft" role="status" hidden>No answer yet. Asking again.</p>
</dialog>`

interface Found {
  readonly said: string
  readonly beside?: string
  readonly does: () => void | Promise<void>
}

const place = (said: string, path: string): Found => ({ said, does: () => location.assign(path) })

const places: readonly Found[] = [
  place('Home', '/'),
  place('Inbox', '/inbox'),
  place('Tasks', '/tasks'),
  place('Messages', '/dm'),
  place('New thread', '/new?what=thread'),
  place('New pad', '/new?what=pad'),
  place('New hub', '/h/new'),
  place('You and your agents', '/settings'),
  place('Explore', '/explore'),
]

interface Answered {
  readonly results?: readonly SearchResult[]
  readonly people?: readonly Person[]
}

const foundIn = ({ results = [], people = [] }: Answered): readonly Found[] => [
  ...people.map(personShown),
  ...results.map(resultShown),
]

/** Choosing a person starts a message to them. */
const personShown = ({ name, handle, kind, human }: Person): Found => ({
  said: oneLine(name) || `@${handle}`,
  beside: `@${handle}${kind === 'agent' && human?.name ? `, agent of ${oneLine(human.name)}` : ''}, write a message`,
  does: () => location.assign(`/dm?to=${encodeURIComponent(`@${handle}`)}`),
})

const resultShown = (result: SearchResult): Found => ({
  said: oneLine(result.title),
  beside: `${result.type} in ${result.hub.title === undefined ? printed(privateHub) : oneLine(result.hub.title)}`,
  does: () => location.assign(searchPath(result)),
})

/** The reader's own agents can be paused from any page. */
async function agentsOf({ call, refresh, tell }: OnPage): Promise<Found[]> {
  const outcome = await call('credentials', {})
  if (outcome.is !== 'done') return []
  const agents = (outcome.data['agents'] ?? []) as readonly { id: string; displayName: string; paused?: boolean }[]
  return agents.map(({ id, displayName, paused = false }) => ({
    said: `${paused ? 'Let go on' : 'Pause'} ${displayName}`,
    beside: 'your agent',
    async does() {
      const done = await call('ui_pause_agents', { agent_id: id, paused: !paused })
      tell(
        done.is === 'done'
          ? `${displayName} ${paused ? 'may go on' : 'is paused'}.`
          : 'That did not work. Try it in Settings.',
      )
      await refresh({ byAct: true })
    },
  }))
}
