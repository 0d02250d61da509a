-- locks: the table came with the same release, so that it is empty where an older server still runs
ALTER TABLE "company" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(company_name || ' ' || legal_name)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "company_listed" ON "company" USING btree ("organisation_id",lower("company_name"),"id","company_name","industry","verification") WHERE "company"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "company_organisation_updated" ON "company" USING btree ("organisation_id","updated_at","id") WHERE "company"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "company_organisation_industry" ON "company" USING btree ("organisation_id","industry","id","verification") WHERE "company"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "company_organisation_deleted" ON "company" USING btree ("organisation_id","deleted_at") WHERE "company"."deleted_at" is not null;