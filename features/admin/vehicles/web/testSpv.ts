import type { Spv } from '#features/core/vehicle/contract.ts'

/** An SPV as a list shows it, for tests of screens. */
export const testSpv: Spv = {
  id: '00000000-0000-4000-8000-000000000081',
  org_id: '00000000-0000-4000-8000-000000000001',
  org_name: 'Quill Capital',
  spv_legal_name: 'Quill Master LLC',
  ein: '••-•••6789',
  country: 'US',
  state: 'DE',
  registered_agent: 'Harbour Agents, Inc.',
  deleted: false,
  created_on: '2026-01-01T00:00:00Z',
  updated_on: '2026-01-02T00:00:00Z',
}
