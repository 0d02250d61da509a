CREATE TABLE "enterprise_evidence" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"organisation_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"verification_id" uuid,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"filename" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "enterprise_verification" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"company_id" uuid NOT NULL,
	"legal_name" text NOT NULL,
	"country" text NOT NULL,
	"licence_sealed" text NOT NULL,
	"licence_last_four" text NOT NULL,
	"id_card_sealed" text NOT NULL,
	"id_card_last_four" text NOT NULL,
	"state" text NOT NULL,
	"submitted_by" uuid NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	"reason" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "enterprise_evidence" ADD CONSTRAINT "enterprise_evidence_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_evidence" ADD CONSTRAINT "enterprise_evidence_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_evidence" ADD CONSTRAINT "enterprise_evidence_verification_id_enterprise_verification_id_fk" FOREIGN KEY ("verification_id") REFERENCES "public"."enterprise_verification"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_verification" ADD CONSTRAINT "enterprise_verification_organisation_id_organisation_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisation"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_verification" ADD CONSTRAINT "enterprise_verification_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_verification" ADD CONSTRAINT "enterprise_verification_submitted_by_account_id_fk" FOREIGN KEY ("submitted_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "enterprise_verification" ADD CONSTRAINT "enterprise_verification_reviewed_by_account_id_fk" FOREIGN KEY ("reviewed_by") REFERENCES "public"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "enterprise_evidence_verification" ON "enterprise_evidence" USING btree ("verification_id");--> statement-breakpoint
CREATE INDEX "enterprise_evidence_company" ON "enterprise_evidence" USING btree ("company_id");--> statement-breakpoint
CREATE UNIQUE INDEX "enterprise_verification_pending" ON "enterprise_verification" USING btree ("company_id") WHERE "enterprise_verification"."state" = 'pendingReview';--> statement-breakpoint
CREATE INDEX "enterprise_verification_company" ON "enterprise_verification" USING btree ("company_id","submitted_at");--> statement-breakpoint
CREATE INDEX "enterprise_verification_submitted" ON "enterprise_verification" USING btree ("submitted_at","id");