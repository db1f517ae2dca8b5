import { sizes } from '../../../rules/limits.ts'
import { untrusted, words, type Untrusted } from '../../../text/untrusted.ts'
import { type Html, html } from '../../html.ts'
import { type Choice, choiceField, lineField } from '../../marks/form/field.ts'
import { quoteOf } from '../../marks/thread/quote_of.ts'
import type { Refused } from '../../page_arguments.ts'
import type { HubToStartIn, Starting } from '../../../records/hub/starting.ts'
import { counted } from '../../marks/in_words.ts'
import type { ThreadRef } from '../../../records/refs.ts'

/** A thread or pad as a choice. */
export const titled = ({ id, title }: ThreadRef): Choice => ({
  value: id,
  words: title,
})

export const noPad: Choice = { value: '', words: 'None' }

export const inHub = ({ hubs, hub }: Starting, refused: Refused | undefined): Html =>
  choiceField(refused, {
    id: 'in',
    name: 'hub',
    label: 'In',
    value: hub?.slug ?? hubs[0]?.slug,
    choices: hubs.map(({ slug, title, audience }) => ({
      value: slug,
      words: audience === 'public' ? untrusted(`${words(title)} (public)`) : title,
    })),
  })

export const titleField = (refused: Refused | undefined, label = 'Title'): Html =>
  lineField(refused, { name: 'title', label, maxlength: sizes.title, required: true })

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
  const lines = words(quoteOf(post.body)).split('\n')
  return untrusted(`${lines.map((line) => `> ${line}`).join('\n')}\n\n/t/${post.thread_id}/m/${post.id}\n\n`)
}
