import type { Fragment } from '../body.ts'
import type { Html } from '../html.ts'
import type { View } from '../../records/view.ts'
import type { CardAsked } from './asked.ts'
import { dmCard } from './dm.ts'
import { homeCard } from './home.ts'
import { hubCard } from './hub.ts'
import { inboxCard } from './inbox.ts'
import { padCard } from './pad.ts'
import { searchCard } from './search.ts'
import { tasksCard } from './tasks.ts'
import { threadCard } from './thread.ts'

export function cardHtml(view: View, asked: CardAsked, fragment: Fragment): Html {
  switch (view.kind) {
    case 'home':
      return homeCard(view, asked, fragment)
    case 'hub':
      return hubCard(view, asked, fragment)
    case 'pad':
      return padCard(view, asked, fragment)
    case 'thread':
      return threadCard(view, asked, fragment)
    case 'inbox':
      return inboxCard(view, asked, fragment)
    case 'tasks':
      return tasksCard(view, asked, fragment)
    case 'dm':
      return dmCard(view, asked, fragment)
    case 'search':
      return searchCard(view, asked, fragment)
  }
}
