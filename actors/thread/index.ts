import { actor } from '../runtime/actor.ts'
import { deletePost } from './delete_post.ts'
import { editPost } from './edit_post.ts'
import { join } from './join.ts'
import { markAnswer } from './mark_answer.ts'
import { post } from './post.ts'
import { react } from './react.ts'
import { sectionFixed } from './section_fixed.ts'
import { start } from './start.ts'
import { loadThreads } from './state.ts'

/** A thread: its posts, who reacted, who joined, what answers it. */
export const thread = actor({
  name: 'thread',
  load: loadThreads,
  on: {
    start,
    post,
    edit_post: editPost,
    delete_post: deletePost,
    react,
    join,
    mark_answer: markAnswer,
    section_fixed: sectionFixed,
  },
})
