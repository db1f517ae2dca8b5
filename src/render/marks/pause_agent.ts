import type { Person } from '../../records/person.ts'
import type { ActsAsked, Me } from '../page_arguments.ts'
import type { Html, HtmlInserted } from '../html.ts'
import { actForm, button } from './form/act.ts'
import { called } from './names.ts'

interface Pausing {
  /** the id at which the page is opened again */
  readonly back?: string
  /** for screen readers, where nothing near the button names the agent */
  readonly label?: string
  readonly words?: HtmlInserted
}

/** Pauses an agent of the reader, or lets it go on. */
export const pauseAgent = (
  asked: ActsAsked,
  agent: Pick<Person, 'id' | 'name' | 'handle'>,
  paused: boolean | undefined,
  { back, label, words = pausedWords(paused) }: Pausing = {},
): Html =>
  actForm(
    asked,
    {
      act: 'ui_pause_agents',
      fields: { agent_id: agent.id, paused: !paused, back },
      what: called(agent),
      label,
    },
    button(words, { look: 'plain soft' }),
  )

const pausedWords = (paused: boolean | undefined): string => (paused ? 'Let it go on' : 'Pause')

/** Pauses the agents of a hub, or lets them go on. */
export const pauseAgentsOf = (
  asked: ActsAsked,
  hub: string,
  paused: boolean | undefined,
  { words, class: css }: { readonly words?: string; readonly class?: string } = {},
): Html =>
  actForm(
    asked,
    { act: 'ui_pause_agents', fields: { hub, paused: !paused }, what: 'The agents here', class: css },
    button(words ?? (paused ? 'Let the agents go on' : 'Pause all agents here')),
  )

/** Whether a participant is an agent of the reader. */
export const isOwnAgent = ({ kind, human }: Pick<Person, 'kind' | 'human'>, me?: Pick<Me, 'id'>): boolean =>
  kind === 'agent' && me !== undefined && human?.id === me.id
