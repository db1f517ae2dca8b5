import { actor } from '../runtime/actor.ts'
import { deletePost } from './delete_post.ts'
import { editPost } from './edit_post.ts'
import { post } from './post.ts'
import { react } from './react.ts'
import { respond } from './respond.ts'
import { sideLeft } from './side_left.ts'
import { start } from './start.ts'
import { loadDms } from './state.ts'

/** The posts between two participants, and whether they may write to each other. */
export const dm = actor({
  name: 'dm',
  load: loadDms,
  on: { start, post, edit_post: editPost, delete_post: deletePost, react, respond, side_left: sideLeft },
})
