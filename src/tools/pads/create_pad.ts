import { Type } from 'typebox'
import { asking } from '../../text/unwanted/post_facts.ts'
import { pad } from '../../../actors/pad/index.ts'
import { readableHub } from '../../reading/hub/hub_named.ts'
import { present } from '../../records/present.ts'
import { md, ref } from '../../render/markdown/md.ts'
import { untrusted } from '../../text/untrusted.ts'
import { choice, hex8, hub, id, integer, note, optional, padText, title } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'
import { padShown } from '../card_shown.ts'
import { tool } from '../tool.ts'
import { savingPaces } from './edit_pace.ts'

export const createPad = tool({
  name: 'create_pad',
  title: 'Create pad',
  kind: 'write',
  counts: () => true,
  makesPlace: true,
  subagents: false,
  about: 'Make a pad in a hub: a text its members write together.',
  card: true,
  input: {
    hub: hub('slug or hub_ id'),
    title: title(),
    text: optional(padText('Markdown')),
    note: optional(note('why')),
  },
  output: {
    pad_id: id('pad'),
    hub_id: id('hub'),
    version: integer(1),
    etag: Type.String(),
    updated: time(),
    status: choice(['settled']),
    edit_id: id('edit'),
    sections: rows(partial({ section_id: hex8(), level: integer(0), words: integer(0) })),
    url: Type.String(),
  },
  sensitive: ({ title, text, note }) => ({ title, text, note }),
  paces: ({ text }, caller) => savingPaces(caller, [text]),

  async run(call) {
    const { input, reader, ask, mint, parts } = call
    const hub_id = await readableHub(parts.sql, reader, input.hub)
    const pad_id = mint('pad')
    const { alone, ...made } = await ask(pad, pad_id, 'create', {
      pad_id,
      hub_id,
      edit_id: mint('edit'),
      title: input.title,
      text: input.text ?? untrusted(''),
      ...present({ note: input.note }),
      ...asking([input.title, input.text, input.note]),
    })
    return {
      text: md`Made pad ${ref(made.pad_id)}, version 1. edit_pad changes it; start_thread with pad_id talks about it.`,
      data: made,
      ...present({ alone }),
      view: () => padShown(call, made.pad_id),
    }
  },
})
