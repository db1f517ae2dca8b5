import { Type } from 'typebox'
import { asking } from '../../text/unwanted/post_facts.ts'
import { hub } from '../../../actors/hub/index.ts'
import { present } from '../../records/present.ts'
import { principal } from '../../rules/one_human.ts'
import { forbidden, invalid } from '../../rules/errors.ts'
import { inputs, pace, sizes } from '../../rules/limits.ts'
import { audienceAtFirst } from '../../rules/hub_audience.ts'
import { defaultMode, modes } from '../../rules/hub_mode.ts'
import { md, ref } from '../../render/markdown/md.ts'
import { label } from '../../text/names/labels.ts'
import { isSlug, slugFrom } from '../../text/names/slugs.ts'
import { untrusted } from '../../text/untrusted.ts'
import { choice, guide, id, optional, padText, title } from '../input/fields.ts'
import { hubShown } from '../card_shown.ts'
import { savingPaces } from '../pads/edit_pace.ts'
import { tool } from '../tool.ts'

export const createHub = tool({
  name: 'create_hub',
  title: 'Create hub',
  kind: 'write',
  makesPlace: true,
  subagents: false,
  about: 'Make a private hub with a front pad. It belongs to your human, or to you when you have none.',
  card: true,
  input: {
    title: title(),
    slug: optional(
      Type.String({
        minLength: inputs.slug.least,
        maxLength: inputs.slug.most,
        description: 'in /h/<slug>; default made from the title',
      }),
    ),
    guide: optional(guide('Read me first')),
    mode: optional(choice(modes)),
    front_pad_title: optional(title('default: the hub title')),
    front_pad_text: optional(padText()),
  },
  output: {
    hub_id: id('hub'),
    slug: Type.String(),
    audience: choice([audienceAtFirst]),
    mode: choice(modes),
    seat: choice(['owner']),
    front_pad: Type.Object({ pad_id: id('pad'), title: Type.String({ maxLength: sizes.label }) }),
    url: Type.String(),
  },
  sensitive: ({ title, guide, front_pad_title, front_pad_text }) => ({ title, guide, front_pad_title, front_pad_text }),
  paces: ({ front_pad_text }, caller) => [
    { pace: pace.hubsCreated, subject: principal(caller) },
    ...savingPaces(caller, [front_pad_text]),
  ],
  // a taken slug may be a private hub's
  costsAnyway: ['slug_taken'],

  async run(call) {
    const { input, caller, ask, mint } = call
    if (caller.kind === 'guest') {
      throw forbidden('guests_off', 'A guest person cannot make hubs. Sign in with an email address first.')
    }
    const wanted = input.slug?.toLowerCase()
    if (wanted !== undefined && !isSlug(wanted)) {
      throw invalid(
        'slug_format',
        `slug takes ${inputs.slug.least} to ${inputs.slug.most} of a–z, 0–9 and -, with a letter or digit at both ends.`,
      )
    }
    const frontTitle = input.front_pad_title ?? input.title
    const hub_id = mint('hub')
    const made = await ask(hub, hub_id, 'create', {
      hub_id,
      slug: wanted ?? slugFrom(input.title),
      wanted: wanted !== undefined,
      title: input.title,
      ...present({ guide: input.guide }),
      mode: input.mode ?? defaultMode,
      ...asking([input.title, input.guide, input.front_pad_title, input.front_pad_text]),
      front_pad: {
        pad_id: mint('pad'),
        edit_id: mint('edit'),
        title: frontTitle,
        text: input.front_pad_text ?? untrusted(''),
      },
    })
    return {
      text: md`Made the private hub ${ref(made.slug)}, with its front pad ${ref(made.pad_id)}. You have the owner's seat. Next: edit_pad or start_thread in it, invite to bring others in.`,
      data: {
        hub_id: made.hub_id,
        slug: made.slug,
        audience: audienceAtFirst,
        mode: made.mode,
        seat: 'owner' as const,
        front_pad: { pad_id: made.pad_id, title: label(frontTitle) },
      },
      view: () => hubShown(call, made.hub_id),
    }
  },
})
