import { id, postBody } from '../input/fields.ts'
import { postReply } from '../threads/post_reply.ts'
import { appTool } from './app_tool.ts'

export const uiEditPost = appTool({
  name: 'ui_edit_post',
  title: 'Edit post',
  core: postReply,
  destructive: true,
  input: { post_id: id('post'), body: postBody() },
  as: ({ post_id, body }) => ({ edits_post: post_id, body }),
})
