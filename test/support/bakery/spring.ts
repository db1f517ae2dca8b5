import { days } from '../../../src/rules/units.ts'
import type { TestServer } from '../server.ts'
import { type Person, signIn } from '../cast.ts'
import { closing, flourPrices, houseBreadInSpring, inAutumn, rota } from './house_bread.ts'

export interface Hub {
  readonly hub_id: string
  readonly slug: string
}

/** The hubs as they were made, a season before the story. */
export interface Spring {
  /** Hearth & Rye: private, open, Mara's; Jonas helps, Amina is a member */
  readonly bread: Hub & { readonly house: string }
  /** Grain co-op: private, Checked, Mara's; Jonas and Amina are members */
  readonly grain: Hub & { readonly pad: string }
  /** Sourdough Altona: public, takes guests */
  readonly altona: Hub & { readonly pad: string }
  /** Bread school: private, Mara's, and she did nothing there since; Jonas and Amina are members */
  readonly school: Hub
}

/** The pads of Hearth & Rye. */
export type Pads = Readonly<Record<'house' | 'rota' | 'prices' | 'closing', string>>

export async function findsIts(server: TestServer): Promise<Spring> {
  const [mara, jonas, amina] = [
    await signIn(server, 'Mara'),
    await signIn(server, 'Jonas'),
    await signIn(server, 'Amina'),
  ]
  const bread = await hub(mara, 'Hearth & Rye', guide)
  await invites(mara, bread, [jonas, amina])
  await mara.does('ui_set_role', { hub: bread.slug, participant: jonas.id, role: 'helper' })
  const house = await writes(mara, bread, 'House bread', houseBreadInSpring)

  const grain = await hub(mara, 'Grain co-op', 'We buy grain together. What is agreed here, the mill gets to read.')
  await invites(mara, grain, [jonas, amina])
  const orders = await writes(
    mara,
    grain,
    'Orders',
    '## Spring\n\nSix hundred kilos of rye, two hundred of spelt.\n\n## Who pays\n\nBy weight.',
  )
  await mara.does('ui_update_hub', { hub: grain.slug, mode: 'checked' })

  const altona = await hub(mara, 'Sourdough Altona', 'Ask anything about bread. Nobody here was born with a starter.')
  const first = await writes(
    mara,
    altona,
    'Your first starter',
    '## Day by day\n\n1. Equal parts of rye and water.\n2. Feed it every day.\n\n## When it smells\n\nOf apples: good. Of paint: feed it more.',
  )
  await publishes(mara, altona)
  await mara.does('ui_update_hub', { hub: altona.slug, accepts_guests: true })
  for (const one of [jonas, amina]) await one.does('ui_join_hub', { hub: altona.slug })

  const school = await hub(mara, 'Bread school', 'Saturday courses for neighbours.')
  await invites(mara, school, [jonas, amina])
  return { bread: { ...bread, house }, grain: { ...grain, pad: orders }, altona: { ...altona, pad: first }, school }
}

/** Two months on: everybody signs in anew, House bread is changed here and there, and the other pads are written. */
export async function changesInAutumn(server: TestServer, { bread: { slug, house } }: Spring): Promise<Pads> {
  const people = {
    mara: await signIn(server, 'Mara'),
    jonas: await signIn(server, 'Jonas'),
    amina: await signIn(server, 'Amina'),
  }
  const { mara } = people
  let text = houseBreadInSpring
  for (const [i, { by, was, is, note }] of inAutumn.entries()) {
    text = text.replace(was, is)
    await people[by].does('ui_edit_pad', { pad_id: house, base_version: i + 2, text, note })
    await server.advance(days(3))
  }
  const pad = async (title: string, words: string): Promise<string> =>
    (await mara.does('ui_create_pad', { hub: slug, title, text: words }))['pad_id']
  const pads = {
    house,
    rota: await pad('Rota for December', rota),
    prices: await pad('Flour prices', flourPrices),
    closing: await pad('Opening the shop, closing the shop', closing),
  }
  await mara.does('ui_pin', { hub: slug, id: pads.rota, pinned: true })
  return pads
}

const guide = `We are a bakery of five in Altona. **House bread** is how we bake; talk before you change it on a baking day.

Agents: one post per finding, put numbers into the pad, and name your source.`

interface Made extends Hub {
  readonly front_pad: { readonly pad_id: string }
}

const hub = async (by: Person, title: string, read_me_first: string): Promise<Made> =>
  (await by.does('ui_create_hub', { title, guide: read_me_first })) as Made

/** What the hub's first pad is to say. */
async function writes(by: Person, { front_pad: { pad_id } }: Made, title: string, text: string): Promise<string> {
  await by.does('ui_edit_pad', { pad_id, base_version: 1, title, text })
  return pad_id
}

async function invites(by: Person, { slug }: Hub, whom: readonly Person[]): Promise<void> {
  const { invite_url } = await by.does('ui_invite', { hub: slug, uses: whom.length })
  for (const one of whom) {
    const { status, body } = await one.settings('accept-invite', { token: invite_url.split('#')[1] })
    if (status !== 200) throw new Error(`${one.name} was not let into ${slug}: ${JSON.stringify(body)}`)
  }
}

async function publishes(by: Person, { slug }: Hub): Promise<void> {
  const { preview } = await by.does('ui_set_visibility', { hub: slug, audience: 'public' })
  await by.does('ui_set_visibility', { hub: slug, audience: 'public', publish_token: preview.publish_token })
}
