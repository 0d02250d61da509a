/** What the server writes, by the word that writes it: one JSON file of that name for each language, and one line here. */
interface Resources {
  accreditation: typeof import('./en/accreditation.json')
  approval: typeof import('./en/approval.json')
  attention: typeof import('./en/attention.json')
  audit: typeof import('./en/audit.json')
  commitment: typeof import('./en/commitment.json')
  companies: typeof import('./en/companies.json')
  factor: typeof import('./en/factor.json')
  invite: typeof import('./en/invite.json')
  lists: typeof import('./en/lists.json')
  mail: typeof import('./en/mail.json')
  notice: typeof import('./en/notice.json')
  pages: typeof import('./en/pages.json')
  profile: typeof import('./en/profile.json')
  recovery: typeof import('./en/recovery.json')
  registration: typeof import('./en/registration.json')
  replay: typeof import('./en/replay.json')
  report: typeof import('./en/report.json')
  room: typeof import('./en/room.json')
  social: typeof import('./en/social.json')
  support: typeof import('./en/support.json')
  users: typeof import('./en/users.json')
}

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: Resources
  }
}
