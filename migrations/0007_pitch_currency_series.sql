CREATE TABLE "spv_series" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"spv_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text NOT NULL,
	"formed_on" date,
	"currency" text NOT NULL,
	"minimum_minor" bigint,
	"most_investors" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "currency" text DEFAULT 'USD' NOT NULL;--> statement-breakpoint
ALTER TABLE "spv_series" ADD CONSTRAINT "spv_series_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spv_series" ADD CONSTRAINT "spv_series_spv_id_spv_id_fk" FOREIGN KEY ("spv_id") REFERENCES "public"."spv"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "spv_series" ADD CONSTRAINT "spv_series_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "spv_series_name" ON "spv_series" USING btree ("spv_id",lower("name")) WHERE "spv_series"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "spv_series_organisation_created" ON "spv_series" USING btree ("organisation_id","created_at","id") WHERE "spv_series"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "spv_series_company" ON "spv_series" USING btree ("company_id");