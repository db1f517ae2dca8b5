/** Keys in the _meta of a result. Hosts keep _meta from their models. */
export const mcpMetaKeys = {
  api: 'svc/api',
  trust: 'svc/trust',
  /** the embedded view's card */
  view: 'svc/view',
  /** proves the clicks of a person in a verified host; never sent to agent keys */
  viewToken: 'svc/viewToken',
  /** where to act when this connection cannot be trusted with a click */
  actOnWeb: 'svc/actOnWeb',
  /** where to decide when this server takes no decisions from chats */
  approveOnWeb: 'svc/approveOnWeb',
} as const
