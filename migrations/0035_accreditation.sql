CREATE TABLE "accreditation" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"way" text NOT NULL,
	"state" text NOT NULL,
	"letter_date" date,
	"declaration" text NOT NULL,
	"declaration_version" integer NOT NULL,
	"declaration_language" text NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL,
	"valid_until" timestamp with time zone,
	"warned_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "accreditation_proof" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"accreditation_id" uuid,
	"key" text NOT NULL,
	"filename" text NOT NULL,
	"type" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "accredited_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "account" ADD COLUMN "provisional_member" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pitch" ADD COLUMN "exemption" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "accreditation" ADD CONSTRAINT "accreditation_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accreditation" ADD CONSTRAINT "accreditation_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accreditation" ADD CONSTRAINT "accreditation_reviewed_by_account_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accreditation_proof" ADD CONSTRAINT "accreditation_proof_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accreditation_proof" ADD CONSTRAINT "accreditation_proof_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accreditation_proof" ADD CONSTRAINT "accreditation_proof_accreditation_id_accreditation_id_fk" FOREIGN KEY ("accreditation_id") REFERENCES "public"."accreditation"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accreditation_open" ON "accreditation" USING btree ("account_id") WHERE "accreditation"."state" in ('declared', 'pending');--> statement-breakpoint
CREATE INDEX "accreditation_account" ON "accreditation" USING btree ("account_id","submitted_at");--> statement-breakpoint
CREATE INDEX "accreditation_submitted" ON "accreditation" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "accreditation_ends" ON "accreditation" USING btree ("valid_until") WHERE "accreditation"."state" = 'verified' and "accreditation"."warned_at" is null;--> statement-breakpoint
CREATE INDEX "accreditation_proof_accreditation" ON "accreditation_proof" USING btree ("accreditation_id");--> statement-breakpoint
CREATE INDEX "accreditation_proof_account" ON "accreditation_proof" USING btree ("account_id");