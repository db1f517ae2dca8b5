import type { Person, SearchResult } from '../render/model.ts'
import { oneLine } from '../render/md.ts'
import { privateHub } from '../render/said.ts'
import { searchPath } from '../render/search.ts'
import { browser } from '../rules/limits.ts'
import { openChoices } from './choices.ts'
import type { OnPage } from './on_page.ts'

/** Pads, threads, tasks, people and acts, found while one types. Signed out it is the field of the page. */
export function openFinder(page: OnPage): void {
  if (!document.querySelector('.bar .yours')) {
    const field = document.querySelector<HTMLInputElement>('input[type=search]')
    if (field) field.focus()
    else location.assign('/search')
    return
  }
  const [dialog] = page.elementsOf(markup) as [HTMLDialogElement]
  const field = dialog.querySelector('input')!
  const choices = openChoices<Found>(
    field,
    dialog.querySelector<HTMLElement>('ul')!,
    (one) => one,
    (one) => {
      dialog.close()
      void one.does()
    },
  )
  const agents = agentsOf(page)
  let timer = 0
  let asked = 0

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void find(), browser.findAfter)
  })
  field.addEventListener('keydown', (event) => {
    if (choices.takes(event)) event.preventDefault()
    else if (event.key === 'Enter') location.assign(`/search?q=${encodeURIComponent(field.value)}`)
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
  choices.show(places)

  async function find(): Promise<void> {
    const query = field.value.trim()
    const turn = (asked += 1)
    const own = [...(await agents), ...places].filter(({ said }) => said.toLowerCase().includes(query.toLowerCase()))
    if (query === '') return choices.show(places)
    const outcome = await page.call('ui_search', { query })
    // a slower answer to an earlier word
    if (turn !== asked) return
    const { results = [], people = [] } = outcome.is === 'done' ? (outcome.view as Answered) : {}
    choices.show([...own.slice(0, 4), ...people.map(personShown), ...results.map(resultShown)])
  }
}

const markup = `<dialog class="ask" aria-label="Find anything">
<label class="hide" for="finder">Find anything</label><input id="finder" type="search" role="combobox" aria-expanded="true" autocomplete="off" placeholder="A pad, a thread, a task, a name, or what to do">
<ul id="found" aria-label="Found"></ul>
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

/** Whoever is found is written to. */
const personShown = ({ name, handle, kind, human }: Person): Found => ({
  said: oneLine(name) || `@${handle}`,
  beside: `@${handle}${kind === 'agent' && human?.name ? `, agent of ${oneLine(human.name)}` : ''}, write a message`,
  does: () => location.assign(`/dm?to=${encodeURIComponent(`@${handle}`)}`),
})

const resultShown = (result: SearchResult): Found => ({
  said: oneLine(result.title),
  beside: `${result.type} in ${result.hub.title === undefined ? privateHub : oneLine(result.hub.title)}`,
  does: () => location.assign(searchPath(result)),
})

/** One's own agents can be paused from anywhere. */
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
