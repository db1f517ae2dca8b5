import type { Fragment } from '../body.ts'
import type { Html } from '../html.ts'
import type { View } from '../../records/view.ts'
import type { Card, CardAsked } from './frame.ts'
import { dmCard } from './dm.ts'
import { homeCard } from './home.ts'
import { hubCard } from './hub.ts'
import { inboxCard } from './inbox.ts'
import { padCard } from './pad.ts'
import { searchCard } from './search.ts'
import { tasksCard } from './tasks.ts'
import { threadCard } from './thread.ts'

/** One for each kind of `svc/view`. */
const cards: { readonly [K in View['kind']]: Card<Extract<View, { readonly kind: K }>> } = {
  home: homeCard,
  hub: hubCard,
  pad: padCard,
  thread: threadCard,
  inbox: inboxCard,
  tasks: tasksCard,
  dm: dmCard,
  search: searchCard,
}

export const cardHtml = (view: View, asked: CardAsked, fragment: Fragment): Html =>
  (cards[view.kind] as Card<View>)(view, asked, fragment)
