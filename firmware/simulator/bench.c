#include "inside.h"
#include <simavr/avr_adc.h>
#include <simavr/avr_ioport.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t NEVER = UINT64_MAX;

static uint8_t noise(struct bench *bench) {
    bench->noise = bench->noise * 1664525u + 1013904223u;
    return bench->noise >> 24;
}

// ---- one timer of simavr for all that comes from outside

static uint64_t sooner(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t next_event(const struct bench *bench) {
    uint64_t next = NEVER;
    if (bench->in_tail != bench->in_head) {
        next = sooner(next, bench->in_next);
    }
    if (bench->waiting_full) {
        next = sooner(next, bench->out_free);
    }
    if (bench->writing) {
        uint64_t middle = bench->write_began + WRITE_CYCLES / 2;
        bool cut = bench->cut_armed && bench->cut_writes == 0;
        next = sooner(next, cut ? middle : bench->write_ends);
    }
    if (bench->edge_tail != bench->edge_head) {
        next = sooner(next, bench->edges[bench->edge_tail % EDGES].at);
    }
    return next;
}

static void maybe_cut(struct bench *bench, uint64_t now) {
    if (bench->cut_armed && bench->writing && now >= bench->write_began + WRITE_CYCLES / 2) {
        if (bench->cut_writes == 0) {
            bench->cut_armed = false;
            bench->cut_wanted = true;
        }
    }
}

static avr_cycle_count_t on_alarm(avr_t *avr, avr_cycle_count_t when, void *param) {
    struct bench *bench = param;
    (void)when;
    incoming(bench, avr->cycle);
    outgoing(bench, avr->cycle);
    maybe_cut(bench, avr->cycle);
    bool was = bench->writing;
    programmed(bench, avr->cycle);
    if (was && !bench->writing && bench->cut_armed && bench->cut_writes) {
        bench->cut_writes--;
    }
    move_keys(bench, avr->cycle);
    uint64_t next = next_event(bench);
    return next == NEVER ? 0 : next > avr->cycle ? next : avr->cycle + 1;
}

void alarm_set(struct bench *bench) {
    avr_cycle_timer_cancel(bench->avr, on_alarm, bench);
    uint64_t next = next_event(bench), now = bench->avr->cycle;
    if (next != NEVER) {
        avr_cycle_timer_register(bench->avr, next > now ? next - now : 1, on_alarm, bench);
    }
}

static avr_cycle_count_t on_end(avr_t *avr, avr_cycle_count_t when, void *param) {
    (void)avr, (void)when, (void)param;
    return 0; // it has only kept the processor from running past
}

// ---- what is measured

static void on_interrupt(struct avr_irq_t *irq, uint32_t vector, void *param) {
    struct bench *bench = param;
    (void)irq;
    if (vector) {
        bench->vector = vector;
        bench->interrupted_at = bench->avr->cycle;
    } else if (bench->vector && bench->vector < VECTORS) {
        uint32_t took = (uint32_t)(bench->avr->cycle - bench->interrupted_at) + ENTRY_AND_RETURN;
        uint32_t *worst = &bench->figures.worst[bench->vector];
        *worst = took > *worst ? took : *worst;
        bench->vector = 0;
    }
}

static void on_tone(struct avr_irq_t *irq, uint32_t value, void *param) {
    struct bench *bench = param;
    (void)irq;
    if (value & COM2A0) {
        bench->figures.bell_at = bench->avr->cycle;
        bench->figures.bells++;
    }
}

static void on_clock(struct avr_irq_t *irq, uint32_t value, void *param) {
    struct bench *bench = param;
    (void)irq;
    if (value) {
        bench->figures.clock_at = bench->avr->cycle;
    }
}

static void on_digits(struct avr_irq_t *irq, uint32_t value, void *param) {
    struct bench *bench = param;
    uint8_t level = (value >> 2 & 1 ? 0 : 2) | (value >> 3 & 1 ? 0 : 1); // an output pulls low
    (void)irq;
    if (bench->level_count < LEVELS) {
        bench->levels[bench->level_count] = level;
        bench->level_at[bench->level_count++] = bench->avr->cycle;
    }
}

// ---- life and death

static void quiet(avr_t *avr, const int level, const char *format, va_list arguments) {
    (void)avr, (void)level, (void)format, (void)arguments;
}

static void no_sleep(avr_t *avr, avr_cycle_count_t cycles) { (void)avr, (void)cycles; }

// From inside avr_reset, which has cleared all timers and pins.
static void on_reset(avr_t *avr) {
    struct bench *bench = avr->custom.data;
    bench->held_count = bench->shifting_full = bench->overrun = bench->waiting_full = 0;
    bench->vector = 0;
    bench->figures.boots++;
    bench->figures.boot_at = avr->cycle;
    avr->data[PIND] = (uint8_t)~(bench->down << 2) & 0xFC;
    avr->data[PINB] = bench->down >> 6 & 1 ? 0 : 1;
    alarm_set(bench);
}

static void take_over(struct bench *bench) {
    avr_t *avr = bench->avr;
    avr->io[AVR_DATA_TO_IO(UDR)].r.c = read_udr;
    avr->io[AVR_DATA_TO_IO(UDR)].r.param = bench;
    avr->io[AVR_DATA_TO_IO(UDR)].w.c = write_udr;
    avr->io[AVR_DATA_TO_IO(UDR)].w.param = bench;
    avr->io[AVR_DATA_TO_IO(UCSRA)].r.c = NULL;
    avr->io[AVR_DATA_TO_IO(UCSRA)].w.c = write_ucsra;
    avr->io[AVR_DATA_TO_IO(UCSRA)].w.param = bench;
    avr->io[AVR_DATA_TO_IO(UCSRB)].w.c = write_ucsrb;
    avr->io[AVR_DATA_TO_IO(UCSRB)].w.param = bench;
    avr->io[AVR_DATA_TO_IO(EECR)].w.c = write_eecr;
    avr->io[AVR_DATA_TO_IO(EECR)].w.param = bench;
    for (int i = 0; i < avr->interrupts.vector_count; i++) {
        avr_int_vector_t *vector = avr->interrupts.vector[i];
        bench->rx = vector->vector == VECTOR_RX ? vector : bench->rx;
        bench->udre = vector->vector == VECTOR_UDRE ? vector : bench->udre;
    }
    avr_irq_register_notify(
        avr_get_interrupt_irq(avr, AVR_INT_ANY) + AVR_INT_IRQ_RUNNING, on_interrupt, bench);
    avr_irq_register_notify(avr_iomem_getirq(avr, TCCR2A, NULL, AVR_IOMEM_IRQ_ALL), on_tone, bench);
    avr_irq_register_notify(avr_iomem_getirq(avr, TCCR1B, NULL, AVR_IOMEM_IRQ_ALL), on_clock, bench);
    avr_irq_register_notify(
        avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), IOPORT_IRQ_DIRECTION_ALL), on_digits, bench);
}

static void restart(struct bench *bench, uint8_t cause) {
    avr_t *avr = bench->avr;
    avr_reset(avr);
    avr->data[MCUSR] = cause;
    avr->data[UCSRA] = UDRE;
    for (uint8_t key = 0; key < KEYS; key++) {
        drive(bench, key, bench->down >> key & 1);
    }
    bench_dial(bench, bench->millivolts);
}

struct bench *bench_new(const char *elf, uint32_t seed) {
    struct bench *bench = calloc(1, sizeof *bench);
    avr_global_logger_set(quiet);
    if (!bench || elf_read_firmware(elf, &bench->elf)) {
        free(bench);
        return NULL;
    }
    bench->noise = seed;
    bench->avr = avr_make_mcu_by_name("atmega328p");
    avr_init(bench->avr);
    avr_t *avr = bench->avr;
    avr->frequency = 16000000;
    avr->vcc = avr->avcc = avr->aref = 5000;
    avr_load_firmware(avr, &bench->elf);
    avr->sleep = no_sleep;
    avr->custom.data = bench;
    avr->reset = on_reset;
    memset(bench->eeprom, 0xFF, EEPROM);
    take_over(bench);
    bench_cut(bench);
    return bench;
}

void bench_free(struct bench *bench) {
    avr_terminate(bench->avr);
    free(bench);
}

void bench_reset(struct bench *bench) {
    restart(bench, RESET_PIN);
}

void bench_cut(struct bench *bench) {
    if (bench->writing) {
        bench->eeprom[bench->write_to] = noise(bench);
        bench->writing = false;
    }
    for (uint32_t at = MEMORY; at < MEMORY_END; at++) {
        bench->avr->data[at] = noise(bench);
    }
    bench->out_free = bench->avr->cycle;
    bench->figures.cuts++;
    restart(bench, POWER);
}

void bench_cut_in_write(struct bench *bench, uint32_t writes) {
    bench->cut_armed = true;
    bench->cut_writes = writes;
    alarm_set(bench);
}

void bench_hang(struct bench *bench) {
    // rjmp to itself at the end of the flash, with interrupts off
    uint32_t at = bench->avr->flashend - 1;
    bench->avr->flash[at] = 0xFF;
    bench->avr->flash[at + 1] = 0xCF;
    bench->avr->sreg[7] = 0;
    bench->avr->state = cpu_Running;
    bench->avr->pc = at;
}

// ---- running

uint64_t bench_now(const struct bench *bench) { return bench->avr->cycle; }

static bool alive(const struct bench *bench) {
    return bench->avr->state != cpu_Done && bench->avr->state != cpu_Crashed;
}

static void step(struct bench *bench) {
    avr_run(bench->avr);
    if (bench->cut_wanted) {
        bench->cut_wanted = false;
        bench_cut(bench);
    }
}

bool bench_run(struct bench *bench, uint64_t until) {
    avr_t *avr = bench->avr;
    if (until > avr->cycle) {
        avr_cycle_timer_register(avr, until - avr->cycle, on_end, bench);
    }
    while (avr->cycle < until && alive(bench)) {
        step(bench);
    }
    avr_cycle_timer_cancel(avr, on_end, bench);
    return alive(bench);
}

bool bench_wait_boot(struct bench *bench, uint64_t until) {
    uint32_t boots = bench->figures.boots;
    while (bench->figures.boots == boots && bench->avr->cycle < until && alive(bench)) {
        step(bench);
    }
    return bench->figures.boots != boots;
}

void bench_send(struct bench *bench, const uint8_t *bytes, uint32_t count, uint64_t from) {
    uint64_t earliest = (from > bench->avr->cycle ? from : bench->avr->cycle) + byte_cycles(bench);
    if (bench->in_tail == bench->in_head && bench->in_next < earliest) {
        bench->in_next = earliest;
    }
    for (uint32_t i = 0; i < count && bench->in_head - bench->in_tail < IN; i++) {
        bench->in[bench->in_head++ % IN] = bytes[i];
    }
    alarm_set(bench);
}

uint32_t bench_sending(const struct bench *bench) { return bench->in_head - bench->in_tail; }

uint32_t bench_take(struct bench *bench, uint8_t *bytes, uint64_t *ends, uint32_t most) {
    uint32_t count = 0;
    while (count < most && bench->out_tail != bench->out_head &&
           bench->out_ends[bench->out_tail % OUT] <= bench->avr->cycle) {
        bytes[count] = bench->out[bench->out_tail % OUT];
        ends[count++] = bench->out_ends[bench->out_tail++ % OUT];
    }
    return count;
}

void bench_key(struct bench *bench, uint8_t key, bool down, uint64_t at) {
    uint32_t place = bench->edge_head++;
    while (place != bench->edge_tail && bench->edges[(place - 1) % EDGES].at > at) {
        bench->edges[place % EDGES] = bench->edges[(place - 1) % EDGES];
        place--;
    }
    bench->edges[place % EDGES] = (struct edge){at, key, down};
    alarm_set(bench);
}

void bench_dial(struct bench *bench, uint32_t millivolts) {
    bench->millivolts = millivolts;
    avr_raise_irq(avr_io_getirq(bench->avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0), millivolts);
}

uint8_t *bench_eeprom(struct bench *bench) { return bench->eeprom; }
uint8_t *bench_memory(struct bench *bench) { return bench->avr->data; }
const uint8_t *bench_flash(struct bench *bench) { return bench->avr->flash; }
struct figures *bench_figures(struct bench *bench) { return &bench->figures; }

uint32_t bench_digits(struct bench *bench, uint8_t *levels, uint64_t *at, uint32_t most) {
    uint32_t count = bench->level_count < most ? bench->level_count : most;
    memcpy(levels, bench->levels, count);
    memcpy(at, bench->level_at, count * sizeof *at);
    bench->level_count = 0;
    return count;
}
