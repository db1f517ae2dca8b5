import { inputs, sizes } from '../../../rules/limits.ts'
import { firstCharacters } from '../../../text/characters.ts'
import { untrusted, words, type Untrusted } from '../../../text/untrusted.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { submittedOr } from '../../marks/form/act.ts'
import { oneLine } from '../../markdown/md.ts'
import type { Refused } from '../../page_arguments.ts'
import type { HubToStartIn, Starting } from '../../../records/hub/starting.ts'
import { counted } from '../../marks/number_words.ts'

export const field = (id: string, label: HtmlInserted, input: Html, says?: HtmlInserted): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${input}${says !== undefined && html`<p class="small soft">${says}</p>`}</div>\n`

interface Choice {
  readonly value: string
  readonly words: Untrusted | string
}

export const select = (id: string, name: string, choices: readonly Choice[], chosen: HtmlInserted): Html =>
  html`<select id="${id}" name="${name}">${choices.map(({ value, words: said }) => html`<option value="${value}"${value === chosen && html` selected`}>${oneLine(said) || 'Untitled'}</option>`)}</select>`

export const inHub = ({ hubs, hub }: Starting, refused: Refused | undefined): Html =>
  field(
    'in',
    'In',
    select(
      'in',
      'hub',
      hubs.map(({ slug, title, audience }) => ({
        value: slug,
        words: audience === 'public' ? untrusted(`${words(title)} (public)`) : title,
      })),
      submittedOr(refused, 'hub', hub?.slug ?? hubs[0]?.slug),
    ),
  )

export const titleField = (refused: Refused | undefined, label = 'Title'): Html =>
  field(
    'title',
    label,
    html`<input id="title" name="title" maxlength="${sizes.title}" value="${submittedOr(refused, 'title', '')}" required>`,
  )

export const readers = (hub: HubToStartIn | undefined): Html | undefined =>
  hub && html`<span class="small soft">${whoReads(hub)} can read it.</span>`

function whoReads({ audience, people, agents }: HubToStartIn): string {
  if (audience === 'public') return 'Everybody'
  // the one is the reader
  if (people === 1 && agents === 0) return 'Only you'
  return `${counted(people, 'person', 'people')}${agents > 0 ? ` and ${counted(agents, 'agent')}` : ''}`
}

/** Quotes a post in Markdown, with a link to it. */
export function quoted(post: Starting['post']): string | Untrusted {
  if (post?.body === undefined) return ''
  const lines = firstCharacters(words(post.body), inputs.quote).split('\n')
  return untrusted(`${lines.map((line) => `> ${line}`).join('\n')}\n\n/t/${post.thread_id}/m/${post.id}\n\n`)
}
