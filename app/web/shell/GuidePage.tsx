import { SendReport } from '#features/admin/support/web/SendReport.tsx'
import { PreGuide } from '#features/room/video/web/guide/PreGuide.tsx'

export const GuidePage = () => <PreGuide SendReport={SendReport} />
