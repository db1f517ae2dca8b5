import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { Person } from '../../../records/person.ts'
import type { HubSeen } from '../../../records/refs.ts'
import { present } from '../../../records/present.ts'
import type { AwayLine, AwayThread } from '../../../records/home/away.ts'
import { actForm, button } from '../form/act.ts'
import { firstChange } from '../first_change.ts'
import { nameOf, avatar, titleHtml, hubTitle } from '../names.ts'
import { changeNamed } from '../undo_words.ts'
import { capitalised, numberWords, timesWords, time } from '../in_words.ts'
import { inboxLine } from './inbox_line.ts'
import { reads } from '../../../rules/limits.ts'

/** An event of the reader's absence, with its undo if there is one. */
export function awayLine(line: AwayLine, asked: ActsAsked): Html {
  if (line.kind === 'told') return inboxLine(line.item, asked)
  const { words, path, more, undo } = saidOf(line, asked.me)
  const changed = line.kind === 'edit' && line.changed && firstChange(line)
  return html`<li>${avatar(line.by, 's')}<div class="grow"><p class="row"><a href="${path}">${words}</a></p><p>${more}</p>${changed}</div>${
    undo &&
    actForm(
      asked,
      { act: 'ui_undo_edit', fields: { edit_id: undo.edit_id }, what: undo.what },
      button('Undo', { look: 'plain' }),
    )
  }<span class="small soft">${time(line.at)}</span></li>\n`
}

interface AwayWords {
  readonly words: HtmlInserted
  readonly path: string
  readonly more: HtmlInserted
  readonly undo?: { readonly edit_id: string; readonly what: string }
}

function saidOf(line: Exclude<AwayLine, { kind: 'told' }>, me: ActsAsked['me']): AwayWords {
  const who = nameOf(line.by, me)
  switch (line.kind) {
    case 'edit': {
      const { pad, section, edits, note, edit_id, hub, undone, began } = line
      const place = section ? oneLine(section.heading) : titleHtml(pad.title)
      return present({
        words:
          edits === 1
            ? html`${who} ${began ? 'began' : 'changed'} ${place}${undone && '; taken back'}`
            : html`${who} changed ${place} ${timesWords(edits)}`,
        path: `/p/${pad.id}${edits > 1 ? '?history' : section ? `#${section.id}` : ''}`,
        more: html`${section && html`${titleHtml(pad.title)}. `}${hubTitle(hub)}. ${note ? html`“${oneLine(note, reads.quotes.line)}”` : !line.changed && measured(line)}`,
        undo: line.undoable
          ? {
              edit_id,
              what: changeNamed(line.by, oneLine(section ? section.heading : pad.title), me),
            }
          : undefined,
      })
    }
    case 'taken_back': {
      const { pad, of, note, edit_id, hub } = line
      return present({
        words: html`${who} took back one of ${possessive(of, me)} changes`,
        path: `/p/${pad.id}?history`,
        more: html`${titleHtml(pad.title)}. ${note ? html`“${oneLine(note, reads.quotes.line)}”` : hubTitle(hub)}`,
        undo: line.undoable ? { edit_id, what: `the undo in ${oneLine(pad.title)}` } : undefined,
      })
    }
    case 'task': {
      const { task, state, thread, note, hub } = line
      const verb = { taken: 'took', working: 'is working on', blocked: 'is stuck with', done: 'finished' }[state]
      return {
        words: html`${who} ${verb} “${oneLine(task.title)}”`,
        path: `/t/${thread.id}#${task.id}`,
        more: html`${hubTitle(hub)}. ${note ? html`“${oneLine(note, reads.quotes.line)}”` : titleHtml(thread.title)}`,
      }
    }
    case 'thread':
      return { words: titleHtml(line.thread.title), path: `/t/${line.thread.id}`, more: threadMoved(line, me) }
  }
}

const possessive = (of: Person, me: ActsAsked['me']): Html =>
  of.id === me?.id ? html`your` : html`${nameOf(of, me)}’s`

const measured = ({
  added_chars,
  removed_chars,
}: {
  readonly added_chars: number
  readonly removed_chars: number
}): string =>
  [
    ...(added_chars > 0 ? [`${numberWords(added_chars, 'letter')} added`] : []),
    ...(removed_chars > 0 ? [`${removed_chars} taken out`] : []),
  ].join(', ') || 'Moved, no words changed'

function threadMoved(
  { answered_by, by_people, by_agents, hub }: AwayThread & { readonly hub: HubSeen },
  me: ActsAsked['me'],
): Html {
  const all = by_people + by_agents
  const mix =
    by_people > 0 && by_agents > 0
      ? `: ${by_people} by people, ${by_agents} by agents`
      : by_agents > 0
        ? ` by ${by_agents === 1 ? 'an agent' : 'agents'}`
        : ''
  return html`${hubTitle(hub)}. ${answered_by && html`${nameOf(answered_by, me)} gave the answer. `}${capitalised(numberWords(all, 'new post'))}${mix}.`
}
