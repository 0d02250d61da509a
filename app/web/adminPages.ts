import type { Load } from './page.tsx'

/** The code of the administration's screens. */
export const adminPages = {
  UserList: async () => (await import('#features/admin/users/web/UserList.tsx')).UserList,
  UserInvitation: async () => (await import('#features/admin/invitations/web/Invitations.tsx')).UserInvitation,
  PresenterInvitation: async () =>
    (await import('#features/admin/invitations/web/Invitations.tsx')).PresenterInvitation,
  SuperadminInvitation: async () =>
    (await import('#features/admin/invitations/web/Invitations.tsx')).SuperadminInvitation,
  InvestorAccounts: async () => (await import('#features/admin/invitations/web/InvestorAccounts.tsx')).InvestorAccounts,
  PartnerLinks: async () => (await import('#features/admin/invitations/web/PartnerLinks.tsx')).PartnerLinks,
  Companies: async () => (await import('#features/admin/companies/web/Companies.tsx')).Companies,
  Lists: async () => (await import('#features/planning/list/web/Lists.tsx')).Lists,
  ListMembers: async () => (await import('#features/planning/list/web/ListMembers.tsx')).ListMembers,
  AccreditationReview: async () =>
    (await import('#features/admin/accreditation/web/AccreditationReview.tsx')).AccreditationReview,
  EnterpriseReview: async () => (await import('#features/admin/enterprise/web/EnterpriseReview.tsx')).EnterpriseReview,
  SpvSetup: async () => (await import('#features/admin/vehicles/web/SpvSetup.tsx')).SpvSetup,
  SpvSeriesList: async () => (await import('#features/admin/vehicles/web/SpvSeriesList.tsx')).SpvSeriesList,
  AuditLog: async () => (await import('#features/admin/auditLog/web/AuditLog.tsx')).AuditLog,
  TicketList: async () => (await import('#features/admin/support/web/TicketList.tsx')).TicketList,
  HelpPage: async () => (await import('#features/admin/support/web/HelpPage.tsx')).HelpPage,
} as const satisfies Record<string, Load>
