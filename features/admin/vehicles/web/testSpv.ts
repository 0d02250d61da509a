import type { Spv, SpvSeries } from '#features/core/vehicle/contract.ts'

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

/** A series of it. */
export const testSeries: SpvSeries = {
  id: '00000000-0000-4000-8000-000000000082',
  org_id: testSpv.org_id,
  org_name: testSpv.org_name,
  spv_id: testSpv.id,
  spv_legal_name: testSpv.spv_legal_name,
  company_id: '00000000-0000-4000-8000-000000000071',
  company_name: 'Harbour',
  spv_series_name: 'Series A',
  status: 'open',
  date_of_formation: '2026-11-02',
  currency: 'USD',
  minimum_co_investment: '$25,000',
  maximum_of_investors: 99,
  seats_taken: 2,
  waiting: 0,
  committed_amount: '$75,000',
  deleted: false,
  created_on: '2026-01-01T00:00:00Z',
  updated_on: '2026-01-02T00:00:00Z',
}
