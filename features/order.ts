/**
 * The one order of the house, from the ground up. A word may import what stands before it and nothing that stands after
 * it; `contract/` is below everything, `server/` and `web/` are the frame below all words, and `app/` is above all.
 * `testing/fences/order.test.ts` walks every import and holds each to this list.
 */
export const order = {
  core: ['site', 'organisation', 'account', 'company', 'vehicle', 'pitch', 'part', 'audit'],
  notify: ['suppression', 'mail', 'notice'],
  access: ['session', 'factor', 'policy', 'signIn', 'social', 'impersonation', 'recovery', 'profile', 'registration'],
  room: ['room', 'guest', 'deck', 'slides', 'media', 'share', 'video', 'stage', 'recording'],
  talk: ['caption', 'chat', 'question', 'poll'],
  planning: ['rehearsal', 'list', 'contact', 'invite', 'send', 'draft', 'approval', 'plan'],
  results: ['commitment', 'feedback', 'attendance', 'report', 'replay', 'attention', 'dashboard'],
  screens: ['live', 'pitchResults'],
  admin: [
    'accreditation',
    'support',
    'users',
    'invitations',
    'enterprise',
    'companies',
    'vehicles',
    'organisations',
    'auditLog',
    'pages',
  ],
} as const satisfies Record<string, readonly string[]>
