DROP INDEX CONCURRENTLY IF EXISTS "pitch_company";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "pitch_company" ON "pitch" USING btree ("company_id","starts_at") WHERE "pitch"."company_id" is not null;
