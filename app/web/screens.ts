import type { RolePath } from '#features/core/account/web/access.ts'
import type shell from '../../web/i18n/en/shell.json'
import { adminPages } from './adminPages.ts'
import type { Load } from './page.tsx'

/** A screen inside the shell. Who may open it stands in access.ts, whether the sidebar shows it in shell/menu.ts. */
export interface Screen {
  /** Its name in the breadcrumb and the browser's tab: a key of shell.json. */
  readonly title: keyof typeof shell.screen
  /** The list that it belongs to, for the breadcrumb. */
  readonly under?: RolePath
  /** What the sidebar and the breadcrumbs of the screens under it call it, if not by its title. */
  readonly menu?: keyof typeof shell.screen
  readonly load: Load
}

/** The screens of the console, one line each. */
export const screens = {
  '/admin/index': { title: 'home', load: async () => (await import('./shell/Home.tsx')).Home },
  '/mydashboard/index': {
    title: 'dashboard',
    load: async () => (await import('#features/results/dashboard/web/Dashboard.tsx')).Dashboard,
  },
  '/mydashboard/detail/:uuid': {
    title: 'dashboardPitch',
    under: '/mydashboard/index',
    load: async () => (await import('#features/results/dashboard/web/DashboardPitch.tsx')).DashboardPitch,
  },
  '/pitches/list': {
    title: 'pitchList',
    load: async () => (await import('#features/screens/pitchResults/web/PitchList.tsx')).PitchList,
  },
  '/pitches/create': {
    title: 'pitchCreate',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/plan/web/PitchCreate.tsx')).PitchCreate,
  },
  '/pitches/createbyadmin': {
    title: 'pitchCreateByAdmin',
    under: '/pitch-management/index',
    load: async () => (await import('#features/planning/plan/web/PitchCreate.tsx')).PitchCreateByAdmin,
  },
  '/pitches/draft': {
    title: 'pitchDraft',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/draft/web/DraftLists.tsx')).PitchDrafts,
  },
  '/pitches/alldraft': {
    title: 'pitchAllDraft',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/draft/web/DraftLists.tsx')).AllPitchDrafts,
  },
  '/pitches/edit-draft': {
    title: 'pitchEditDraft',
    under: '/pitches/draft',
    load: async () => (await import('#features/planning/plan/web/PitchDraftEdit.tsx')).PitchDraftEdit,
  },
  '/pitches/edit-draft-byadmin': {
    title: 'pitchEditDraft',
    under: '/pitches/alldraft',
    load: async () => (await import('#features/planning/plan/web/PitchDraftEdit.tsx')).PitchDraftEditByAdmin,
  },
  '/pitches/validation': {
    title: 'pitchValidation',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/approval/web/PitchValidation.tsx')).PitchValidation,
  },
  '/pitches/select-google-contacts': {
    title: 'selectGoogleContacts',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/contact/web/SelectGoogleContacts.tsx')).SelectGoogleContacts,
  },
  '/pitches/recordings': {
    title: 'recordings',
    under: '/pitches/list',
    load: async () => (await import('#features/results/replay/web/Recordings.tsx')).Recordings,
  },
  '/pitches/scheduled': {
    title: 'scheduledEmails',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/send/web/ScheduledEmails.tsx')).ScheduledEmails,
  },
  '/pitches/view/:id': {
    title: 'pitchView',
    under: '/pitches/list',
    load: async () => (await import('#features/screens/pitchResults/web/PitchView.tsx')).PitchView,
  },
  '/pitches/edit/:id': {
    title: 'pitchEdit',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/plan/web/PitchEdit.tsx')).PitchEdit,
  },
  '/pitches/editdetail/:uuid': {
    title: 'pitchEdit',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/plan/web/PitchEdit.tsx')).PitchEdit,
  },
  '/pitches/editdetailbyadmin/:uuid': {
    title: 'pitchEdit',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/plan/web/PitchEdit.tsx')).PitchEdit,
  },
  '/pitches/editattendees/:uuid': {
    title: 'pitchInvite',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/send/web/PitchInvite.tsx')).PitchInvite,
  },
  '/pitches/editattendeesbyadmin/:uuid': {
    title: 'pitchEditList',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/send/web/EditAttendees.tsx')).EditAttendees,
  },
  '/pitches/reminderattendees/:uuid': {
    title: 'pitchReminders',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/send/web/Reminders.tsx')).Reminders,
  },
  '/pitches/companyinfo/:uuid': {
    title: 'pitchCompanyInfo',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/plan/web/CompanyInfo.tsx')).CompanyInfo,
  },
  '/pitches/editfile/:uuid': {
    title: 'pitchEditFile',
    under: '/pitches/list',
    load: async () => (await import('#features/room/deck/web/PitchSlides.tsx')).PitchSlides,
  },
  '/pitches/invite/:uuid': {
    title: 'pitchInvite',
    under: '/pitches/list',
    load: async () => (await import('#features/planning/send/web/PitchInvite.tsx')).PitchInvite,
  },
  '/pitch-management/index': {
    title: 'pitchManagement',
    load: async () => (await import('#features/screens/pitchResults/web/PitchManagement.tsx')).PitchManagement,
  },
  '/pitch-management/:uuid': {
    title: 'pitchResults',
    under: '/pitches/list',
    load: async () => (await import('#features/screens/pitchResults/web/PitchResults.tsx')).PitchResults,
  },
  '/user-management/list': {
    title: 'userManagement',
    load: adminPages.UserList,
  },
  '/user-management/invitations': {
    title: 'userInvitation',
    under: '/user-management/list',
    load: adminPages.UserInvitation,
  },
  '/presenter-invitation': {
    title: 'presenterInvitation',
    load: adminPages.PresenterInvitation,
  },
  '/superadmin-invitation': {
    title: 'superadminInvitation',
    load: adminPages.SuperadminInvitation,
  },
  '/user-management/investor-accounts': {
    title: 'investorAccounts',
    under: '/user-management/list',
    load: adminPages.InvestorAccounts,
  },
  '/user-management/accreditation': {
    title: 'accreditationReview',
    load: adminPages.AccreditationReview,
  },
  '/user-management/partner-links': {
    title: 'partnerLinks',
    under: '/user-management/list',
    load: adminPages.PartnerLinks,
  },
  '/companies': {
    title: 'companies',
    load: adminPages.Companies,
  },
  '/list-management': {
    title: 'contactLists',
    load: adminPages.Lists,
  },
  '/list-management/member/:flag': {
    title: 'contactList',
    under: '/list-management',
    load: adminPages.ListMembers,
  },
  '/system_validation/bussinessindex': {
    title: 'enterpriseReview',
    load: adminPages.EnterpriseReview,
  },
  '/system_validation/videoindex': {
    title: 'recordingReview',
    load: async () => (await import('#features/results/replay/web/RecordingReview.tsx')).RecordingReview,
  },
  '/spv/list': {
    title: 'spvSetup',
    load: adminPages.SpvSetup,
  },
  '/spv/series': {
    title: 'spvSeries',
    under: '/spv/list',
    load: adminPages.SpvSeriesList,
  },
  '/login-logs/list': {
    title: 'loginLog',
    load: async () => (await import('#features/access/session/web/LoginLog.tsx')).LoginLog,
  },
  '/administration/audit-log': {
    title: 'auditLog',
    load: adminPages.AuditLog,
  },
  '/administration/outbox': {
    title: 'outbox',
    load: async () => (await import('#features/notify/mail/web/Outbox.tsx')).Outbox,
  },
  '/suppressions/blocks': {
    title: 'blocks',
    menu: 'suppressions',
    load: async () => (await import('#features/notify/suppression/web/Suppressions.tsx')).Blocks,
  },
  '/suppressions/bounces': {
    title: 'bounces',
    under: '/suppressions/blocks',
    load: async () => (await import('#features/notify/suppression/web/Suppressions.tsx')).Bounces,
  },
  '/suppressions/spam': {
    title: 'spam',
    under: '/suppressions/blocks',
    load: async () => (await import('#features/notify/suppression/web/Suppressions.tsx')).Spam,
  },
  '/suppressions/unsubscribe': {
    title: 'unsubscribes',
    under: '/suppressions/blocks',
    load: async () => (await import('#features/notify/suppression/web/Suppressions.tsx')).Unsubscribes,
  },
  '/support/tickets': {
    title: 'tickets',
    load: adminPages.TicketList,
  },
  '/help': { title: 'help', load: adminPages.HelpPage },
  '/tip/alter': {
    title: 'notices',
    load: async () => (await import('#features/notify/notice/web/NoticeList.tsx')).NoticeList,
  },
  '/personal-info/settings': {
    title: 'settings',
    load: async () => (await import('./shell/settings/Settings.tsx')).Settings,
  },
  '/personal-info/profile': {
    title: 'profile',
    load: async () => (await import('#features/access/profile/web/Profile.tsx')).Profile,
  },
  '/personal-info/mfa': {
    title: 'mfa',
    under: '/personal-info/profile',
    load: async () => (await import('#features/access/factor/web/FactorPanel.tsx')).Mfa,
  },
  '/personal-info/security-question': {
    title: 'securityQuestion',
    under: '/personal-info/profile',
    load: async () => (await import('#features/access/factor/web/SecurityQuestions.tsx')).SecurityQuestions,
  },
  '/personal-info/avatar': {
    title: 'avatar',
    under: '/personal-info/profile',
    load: async () => (await import('#features/access/profile/web/Avatar.tsx')).MyAvatar,
  },
  '/personal-info/language': {
    title: 'language',
    under: '/personal-info/profile',
    load: async () => (await import('#features/access/profile/web/LanguagePage.tsx')).LanguagePage,
  },
  '/personal-info/compliance': {
    title: 'compliance',
    under: '/personal-info/profile',
    load: async () => (await import('#features/access/policy/web/Compliance.tsx')).Compliance,
  },
  '/personal-info/update-password': {
    title: 'updatePassword',
    under: '/personal-info/profile',
    load: async () => (await import('#features/access/profile/web/ChangePassword.tsx')).UpdatePassword,
  },
} as const satisfies Partial<Record<RolePath, Screen>>

export type ScreenPath = keyof typeof screens
