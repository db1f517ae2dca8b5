import { postReply } from '../threads/post_reply.ts'
import { appTool, fieldsOf } from './app_tool.ts'

export const uiPost = appTool({
  name: 'ui_post',
  title: 'Post',
  core: postReply,
  input: fieldsOf(postReply, 'thread_id', 'dm_id', 'body', 'reply_to', 'quote', 'task_id'),
})
