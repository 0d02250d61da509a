CREATE TABLE "spv" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"legal_name" text NOT NULL,
	"ein" text NOT NULL,
	"ein_stamp" text NOT NULL,
	"ein_end" text NOT NULL,
	"country" text NOT NULL,
	"state" text NOT NULL,
	"registered_agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "spv" ADD CONSTRAINT "spv_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "spv_ein" ON "spv" USING btree ("organisation_id","ein_stamp") WHERE "spv"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "spv_organisation_created" ON "spv" USING btree ("organisation_id","created_at","id") WHERE "spv"."deleted_at" is null;